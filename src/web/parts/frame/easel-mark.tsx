/** Easel's mark: a canvas on its stand. */
export function EaselMark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8.5" fill="#b4421d" />
      <path d="M16 5v3M11 20 8 27M21 20l3 7M16 20v5" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <rect x="8" y="8" width="16" height="12" rx="1.5" fill="#fff" />
      <path d="m10.5 17.5 3.5-4.5 2.5 3 2-2.3 3 3.8z" fill="#b4421d" />
    </svg>
  );
}
