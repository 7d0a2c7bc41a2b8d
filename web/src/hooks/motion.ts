// Which part of motion is loaded when something moves? Springs and presence, no layout measuring.
export { domAnimation } from "motion/react";
