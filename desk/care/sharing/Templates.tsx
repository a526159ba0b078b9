import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useRef, useState } from 'react'
import css from './Templates.module.css'
import { TemplatesDialog } from './TemplatesDialog.tsx'

interface TemplatesProps {
  /** Id of the field whose caret says where words go. */
  field: string
  text: string
  onWrite: (text: string) => void
}

/** Words that are written again and again, put where the caret is. Alt+T from the notes and back to them. */
export function Templates({ field, text, onWrite }: TemplatesProps) {
  const [isOpen, setOpen] = useState(false)
  const caret = useRef<number>(undefined)
  const area = () => document.getElementById(field) as HTMLTextAreaElement | null
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // By its place on the keyboard: with Alt some keyboards write another letter.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyT') return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  // Once the dialog has given the focus back.
  useEffect(() => {
    if (isOpen || caret.current === undefined) return
    const found = document.getElementById(field) as HTMLTextAreaElement | null
    found?.focus()
    found?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [isOpen, field])
  function insert(words: string): void {
    const from = area()?.selectionStart ?? text.length
    const to = area()?.selectionEnd ?? text.length
    onWrite(text.slice(0, from) + words + text.slice(to))
    caret.current = from + words.length
    setOpen(false)
  }
  return (
    <>
      <Button variant="quiet" icon="file" onClick={() => setOpen(true)} aria-keyshortcuts="Alt+T">
        {t('desk.template.open')} <kbd className={css.key}>Alt T</kbd>
      </Button>
      {isOpen && <TemplatesDialog onInsert={insert} onClose={() => setOpen(false)} />}
    </>
  )
}
