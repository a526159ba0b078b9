import { useEffect } from 'react'

let app = ''
let title = ''
const notes: string[] = []

const named = (): string => (title && app && title !== app ? `${title} · ${app}` : title || app)

function write(): void {
  const note = notes.at(-1)
  document.title = note ? `${note}: ${named()}` : named()
}

/** Sets the partner's product name, which ends every title. */
export function setAppName(name: string): void {
  app = name
}

/** The title of the screen that was rendered last, on the server, where effects do not run. */
export const renderedTitle = named

export function useTitle(newTitle: string): void {
  if (import.meta.env?.SSR) title = newTitle
  useEffect(() => {
    title = newTitle
    write()
  }, [newTitle])
}

/** A prefix of the title while mounted, such as "Error", or "Te llaman" in a background tab. */
export function useTitleNote(note: string | undefined): void {
  useEffect(() => {
    if (!note) return
    notes.push(note)
    write()
    return () => {
      notes.splice(notes.lastIndexOf(note), 1)
      write()
    }
  }, [note])
}
