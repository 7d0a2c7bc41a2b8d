// The theatre view with what protocols bring to it, loaded as one.
import "@/protocols/theatre";
export { default } from "@/views/theatre/TheatreView";
