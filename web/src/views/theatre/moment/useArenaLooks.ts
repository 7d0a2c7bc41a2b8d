// Names and faces in the arena: as everywhere, with masks while answers are judged without names.
import { useMoment } from "@/hooks/session";
import { looksOf, type Looks } from "@/playback/looks";
import { isMasked } from "./scenes";

export const useArenaLooks = (): Looks => useMoment(({ state }) => looksOf(state, isMasked(state)));
