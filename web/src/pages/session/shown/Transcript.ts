// The transcript with what protocols bring to it, loaded as one.
import "@/protocols/council";
export { default } from "@/views/council/CouncilView";
