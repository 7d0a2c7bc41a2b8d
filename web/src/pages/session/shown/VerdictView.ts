// The verdict view with what protocols bring to it, loaded as one.
import "@/protocols/verdict";
export { default } from "@/views/verdict/VerdictView";
