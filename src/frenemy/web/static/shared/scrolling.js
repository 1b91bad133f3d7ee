// The element that scrolls: the list beside the panel or, on a phone, the page.

import { byId } from "./dom.js";

const phone = matchMedia("(max-width: 760px)");

export function scroller() {
  return phone.matches ? document.scrollingElement : byId("scroll");
}

// The visible rectangle of the scroller.
export function visibleBox() {
  return phone.matches ? { left: 0, right: innerWidth, top: 60, bottom: innerHeight } : byId("scroll").getBoundingClientRect();
}

// Call `near` whenever the element comes near the visible rectangle.
export function watchNear(element, near) {
  let observer = null;
  const start = () => {
    observer?.disconnect();
    const root = phone.matches ? null : byId("scroll");
    observer = new IntersectionObserver((seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      near();
      // It may still be near, and the observer reports changes only: observe it again.
      observer.unobserve(element);
      observer.observe(element);
    }, { root, rootMargin: "1200px" });
    observer.observe(element);
  };
  phone.addEventListener("change", start);
  start();
}
