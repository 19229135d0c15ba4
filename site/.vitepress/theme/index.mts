// The default theme, with what a newcomer sees first on top of the first page.
import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import Door from "./Door.vue";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "doc-before": () => h(Door) }),
};
