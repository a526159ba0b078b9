import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useNow } from '../../kit/use-now.ts'
import css from './CallFloat.module.css'

/** How long the call has lasted. It stands in no live region: screen readers read it where it is asked for. */
export function CallClock({ since }: { since: string }) {
  const now = useNow(1_000)
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000))
  return (
    <time className={css.clock} dateTime={`PT${seconds}S`}>
      <VisuallyHidden>{t('desk.video.length')} </VisuallyHidden>
      {clockLength(seconds)}
    </time>
  )
}

/** "4:05", "1:02:30" */
export function clockLength(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (part: number): string => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
