// How is everybody shown in the arena? As everywhere, and behind letters too while somebody outside judges by letters.
import { useMoment } from "@/hooks/session";
import { looksOf, type Looks } from "@/playback/looks";
import { isMasked } from "./scenes";

export const useArenaLooks = (): Looks => useMoment(({ state }) => looksOf(state, isMasked(state)));
