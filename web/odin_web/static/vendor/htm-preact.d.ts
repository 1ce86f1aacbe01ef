/** The part of htm and Preact that the page uses. */

export type Child = any;

export function html(strings: TemplateStringsArray, ...values: any[]): Child;
export function render(tree: Child, parent: Element): void;
export function useEffect(work: () => void | (() => void), watched?: unknown[]): void;
export function useErrorBoundary(heard: (error: any) => void): [any, () => void];
export function useMemo<T>(work: () => T, watched: unknown[]): T;
export function useRef<T>(start: T): { current: T };
export function useState<T>(start: T): [T, (next: T) => void];
