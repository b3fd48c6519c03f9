import { crossOriginOpener } from "./cross-origin-opener.js";

const service = "the window of a service";
const ownOrigin = "https://agatha.example.com";

test.each([
  [
    "a page of another origin",
    service,
    "https://recipes.example.com/recipes?id=7",
    { opener: service, origin: "https://recipes.example.com" },
  ],
  ["no window", null, "https://recipes.example.com/", null],
  ["a page without a referrer", service, "", null],
  ["the console itself", service, "https://agatha.example.com/tukey/home", null],
  // @contract a-window-that-a-companion-service-opened
])("the cross-origin opener of a window that was opened by %s", (_who, opener, referrer, expected) => {
  expect(crossOriginOpener({ opener, referrer, ownOrigin })).toEqual(expected);
});
