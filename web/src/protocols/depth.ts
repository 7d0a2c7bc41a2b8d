// What does a control for how far a protocol goes work with? Its options as they stand, and a way to set them.
import type { OptionValue } from "@/councils/options";

export interface DepthGiven {
  /** An option as it stands: chosen, the council's, or as it is anyway. */
  now: (name: string) => OptionValue | null;
  onOption: (name: string, value: OptionValue | undefined) => void;
}
