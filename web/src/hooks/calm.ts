// Which speed did the viewer choose, while dense passages are played more slowly? Theirs stands in the address, and comes
// back unless they have chosen another meanwhile.
import type { Speed } from "@/playback/clock";
import type { Player } from "@/playback/player";

const slowed = new WeakMap<Player, { chosen: Speed; set: Speed }>();

/** Plays at half the speed chosen; returns how to go back to it. */
export function slowDown(player: Player): () => void {
  const chosen = player.transport().speed;
  if (chosen <= 0.5) return () => undefined;
  const set = chosen === 1 ? 0.5 : ((chosen / 2) as Speed);
  slowed.set(player, { chosen, set });
  player.setSpeed(set);
  return () => {
    const back = chosenSpeed(player);
    slowed.delete(player);
    if (player.transport().speed !== back) player.setSpeed(back);
  };
}

/** The speed the viewer chose, whatever it is played at now. */
export function chosenSpeed(player: Player): Speed {
  const { speed } = player.transport();
  const now = slowed.get(player);
  return now?.set === speed ? now.chosen : speed;
}
