/**
 * jsdom environment for component tests. A component test imports this file in its first line because React looks for a document
 * when it is loaded.
 */
import "global-jsdom/register";
import { configure } from "@testing-library/dom";

// On a busy machine a screen may take more than a second, the default, to show an answer.
configure({ asyncUtilTimeout: 5000 });

// Makes React warn about updates outside act().
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// index.html has one, too. Without it links are relative to the present address.
document.head.append(Object.assign(document.createElement("base"), { href: "/" }));

// Node has a FormData of its own, which does not take forms, and the window's takes no File of Node's.
const { FormData, File, Blob } = window;
Object.assign(globalThis, { FormData, File, Blob });

/** jsdom lays nothing out. Every element counts as in view. */
class EverythingInView {
  readonly callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    this.callback = callback;
  }
  observe(target: Element): void {
    this.callback([{ target, isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver);
  }
  disconnect(): void {}
}
Object.assign(globalThis, { IntersectionObserver: EverythingInView });
