import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../Button/Button.tsx'
import type { TextLine } from '../call/text.ts'
import { t } from '../i18n/messages.ts'
import { TextInput } from '../TextInput/TextInput.tsx'
import css from './CallText.module.css'

interface CallTextProps {
  nameOf: (line: TextLine) => string
  lines: readonly TextLine[]
  /** Called on every key: the other side reads while one types. */
  onWrite: (text: string) => void
  onSend: () => void
  onClose: () => void
}

/**
 * Text chat in a call, for participants who cannot hear or speak. It shows letter by letter; screen readers announce
 * whole lines.
 */
export function CallText({ nameOf, lines, onWrite, onSend, onClose }: CallTextProps) {
  const [draft, setDraft] = useState('')
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said last is to be seen
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [lines])
  const write = (text: string) => {
    setDraft(text)
    onWrite(text)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSend()
    setDraft('')
  }
  const finalLines = lines.filter(({ done }) => done)
  const writing = lines.filter(({ done, mine }) => !done && !mine)
  return (
    <section className={css.panel} aria-label={t('ui.call.text.title')}>
      <header className={css.head}>
        <h3>{t('ui.call.text.title')}</h3>
        <button type="button" onClick={onClose}>
          {t('ui.close')}
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what does not fit is scrolled with the keyboard, too */}
      <div className={css.lines} tabIndex={0}>
        <p className={css.note}>{t('ui.call.text.note')}</p>
        <div role="log" aria-live="polite">
          {finalLines.map((line) => (
            <Line key={line.id} name={nameOf(line)} line={line} />
          ))}
        </div>
        {/* Not announced: screen readers would read every letter. */}
        {writing.map((line) => (
          <Line key={line.id} name={nameOf(line)} line={line} />
        ))}
        <div ref={end} />
      </div>
      <form className={css.form} onSubmit={send} autoComplete="off">
        <TextInput
          label={t('ui.call.text.label')}
          value={draft}
          onChange={write}
          maxLength={1_000}
          enterKeyHint="send"
        />
        <Button type="submit" variant="primary" fit>
          {t('ui.call.text.send')}
        </Button>
      </form>
    </section>
  )
}

function Line({ name, line: { mine, text, done } }: { name: string; line: TextLine }) {
  return (
    <p className={css.line} data-mine={mine || undefined} data-writing={!done || undefined}>
      <strong>{mine ? t('ui.call.text.me') : name}</strong>
      <span dir="auto">{text}</span>
    </p>
  )
}
