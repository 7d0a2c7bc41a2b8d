// Can the server write down what is said? While it cannot, every page says so, and why.
import { HardDrive } from "lucide-react";
import { useHealth } from "@/hooks/queries";
import { say } from "@/language/say";
import css from "./shell.module.css";

export function Storage() {
  const { data } = useHealth();
  if (!data?.storage) return null;
  return (
    <p className={`${css["plain"]} mid small lined`} role="status">
      <HardDrive size={16} aria-hidden="true" />
      {say(
        "Nothing can be written: {why}. What is stored can be read and deleted; sessions wait, and go on by themselves when there is room.",
        { why: data.storage },
      )}
    </p>
  );
}
