type Listener = (text: string | undefined) => void

const STAY_MS = 6_000
let listener: Listener | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a short confirmation such as "Copiado". One at a time, and never the only report of an error. */
export function showToast(text: string): void {
  clearTimeout(timer)
  listener?.(text)
  timer = setTimeout(() => listener?.(undefined), STAY_MS)
}

export function listenToToasts(newListener: Listener): () => void {
  listener = newListener
  return () => {
    listener = undefined
  }
}
