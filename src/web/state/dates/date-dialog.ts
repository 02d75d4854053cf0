/** The open dialog that asks for a day. */
export interface DateDialogOpening {
  /** Gives the focus back to where it was. */
  readonly back: () => void;
}
