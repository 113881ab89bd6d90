/*
 * The size of an element in pixels, kept up to date, for boards that draw in pixels instead of a
 * fixed viewBox so that text keeps its size. The size of the element must not depend on its
 * content: measuring would never end.
 */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export interface Box {
  width: number;
  height: number;
}

export function useBox<E extends Element>(first: Box): [RefObject<E | null>, Box] {
  const ref = useRef<E>(null);
  const [box, setBox] = useState(first);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      if (width < 1 || height < 1) return;
      setBox((now) => (now.width === width && now.height === height ? now : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, box];
}
