import { ActionIcon } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useChannelName } from "../../state/channels/use-channel-name.ts";
import { useConsole } from "../../state/context.ts";
import { useBackCloses } from "../../state/history/use-back-closes.ts";
import { loadPart } from "../../state/load/load-part.ts";
import { useEver } from "../../state/load/use-ever.ts";

const SearchDialog = lazy(async () => ({
  default: (await loadPart(() => import("./search-dialog.tsx"))).SearchDialog,
}));

/** The button that opens the search in the channel. */
export function Search() {
  const { channel, texts } = useConsole();
  const name = useChannelName(channel);
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useEver(isOpen);
  useBackCloses(isOpen, () => setOpen(false));
  return (
    <>
      <ActionIcon
        data-hint={texts.search(name)}
        variant="subtle"
        color="gray"
        size="md"
        aria-label={texts.search(name)}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={16} stroke={1.8} />
      </ActionIcon>
      <Suspense>{wasOpen && <SearchDialog opened={isOpen} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
