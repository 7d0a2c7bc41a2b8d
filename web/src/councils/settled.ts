// When has somebody stopped typing? The same value, once it has stayed the same for a while.
import { useEffect, useState } from "react";

export function useSettled<T>(value: T, wait: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      settle(value);
    }, wait);
    return () => {
      clearTimeout(timer);
    };
  }, [value, wait]);
  return settled;
}
