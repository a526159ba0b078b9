import { useState } from 'react'
import css from './Live.module.css'

/** A value that fades in each time it changes while the person watches, but not when it is first shown. */
export function Live({ text }: { text: string }) {
  const [last, setLast] = useState({ text, changes: 0 })
  if (last.text !== text) setLast({ text, changes: last.changes + 1 })
  return (
    <span key={last.changes} className={last.changes > 0 ? css.changed : undefined}>
      {text}
    </span>
  )
}
