import { ActionIcon } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { Suspense } from "react";
import { useChannelName } from "../../state/channels/use-channel-name.ts";
import { useConsole } from "../../state/console-context.ts";
import { useDialog } from "../../state/history/use-dialog.ts";
import { lazyPart } from "../../state/load/lazy-part.ts";

const SearchDialog = lazyPart(async () => (await import("./search-dialog.tsx")).SearchDialog);

/** The button that opens the search in the channel. */
export function Search() {
  const { channel, texts } = useConsole();
  const name = useChannelName(channel);
  const { isOpen, wasOpen, open, close } = useDialog();
  return (
    <>
      <ActionIcon
        data-hint={texts.search(name)}
        variant="subtle"
        color="gray"
        size="md"
        aria-label={texts.search(name)}
        onClick={open}
      >
        <IconSearch size={16} stroke={1.8} />
      </ActionIcon>
      <Suspense>{wasOpen && <SearchDialog opened={isOpen} onClose={close} />}</Suspense>
    </>
  );
}
