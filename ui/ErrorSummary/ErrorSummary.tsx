import { type MouseEvent, useEffect, useId, useRef } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import { t } from '../i18n/messages.ts'
import { useTitleNote } from '../Screen/document-title.ts'
import css from './ErrorSummary.module.css'

interface ErrorSummaryProps {
  /** The field errors, in the order of the screen. */
  errors: readonly { id: string; message: string }[]
  /** Increases with each submit; the summary then takes the focus. */
  attempt: number
}

/** For two or more errors: "Hay un problema", with a link to each field. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLElement>(null)
  // A dialog may have a summary while its page has one, so the id must be unique.
  const titleId = useId()
  const hasErrors = errors.length > 0
  useTitleNote(hasErrors ? t('ui.errorSummary.short') : undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus moves once for each submit
  useEffect(() => box.current?.focus(), [attempt])
  if (!hasErrors) return null
  return (
    <section className={css.summary} ref={box} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Icon name="error" />
        {t('ui.errorSummary.title')}
      </h2>
      <ul>
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => goToField(event, id)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function goToField(event: MouseEvent, id: string): void {
  const field = document.getElementById(id)
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  // Scrolls the label into view as well.
  field.closest('[data-error]')?.scrollIntoView({ block: 'center' })
}
