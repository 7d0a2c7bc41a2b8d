// Which protocols draw what they find themselves? A line for each folder here.
import { bring } from "@/findings/brought";
import { fusion } from "./fusion";

bring(fusion);
