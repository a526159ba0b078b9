import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { useNow } from '../../kit/use-now.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The answer is due soon: about one working day is left. */
const SOON_MS = 8 * HOUR

/** The time left for an answer, or how late it is, in red when late. */
export function Clock({ dueAt }: { dueAt: string }) {
  const remainingMs = new Date(dueAt).getTime() - useNow(30_000)
  const time = formatSpan(Math.abs(remainingMs))
  if (remainingMs < 0)
    return (
      <StatusChip tone="danger" icon="warning">
        {t('desk.questions.late', { time })}
      </StatusChip>
    )
  return (
    <StatusChip tone={remainingMs < SOON_MS ? 'warning' : 'neutral'} icon="clock">
      {t('desk.questions.left', { time })}
    </StatusChip>
  )
}

/** "40 minutos", "5 horas", "3 días": rounded to one unit. */
function formatSpan(ms: number): string {
  const [unit, size] =
    ms >= 2 * DAY ? (['day', DAY] as const) : ms >= HOUR ? (['hour', HOUR] as const) : (['minute', MINUTE] as const)
  const amount = Math.max(1, Math.floor(ms / size))
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
}
