// Where does the app begin? Styles, preferences, and the pages by their addresses.
import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/fraunces/index.css";
import "./styles/tokens.css";
import "./styles/reset.css";
import "./styles/shared.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { LazyMotion } from "motion/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followSystem } from "@/hooks/preferences";
import { queries } from "@/hooks/queries";
import { locale } from "@/language/say";
import { Pages } from "@/pages/Pages";

const features = () => import("./hooks/motion").then((loaded) => loaded.domAnimation);

followSystem();
document.documentElement.lang = locale;
const place = document.getElementById("root");
if (place === null) throw new Error("The page has no place for the app.");
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <LazyMotion features={features} strict>
        <Pages />
      </LazyMotion>
    </QueryClientProvider>
  </StrictMode>,
);
