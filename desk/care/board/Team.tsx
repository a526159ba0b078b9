import type { DutyState, OnDuty } from '@cuida/core/care/board/board-api.ts'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { type ChipTone, StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { durationMinutes } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { minutesSince, timeWords } from '../../kit/times.ts'
import css from './BoardScreen.module.css'

const LOOKS: Record<DutyState, { tone: ChipTone; icon: IconName }> = {
  calling: { tone: 'accent', icon: 'phone' },
  attending: { tone: 'brand', icon: 'user' },
  available: { tone: 'success', icon: 'success' },
  paused: { tone: 'warning', icon: 'clock' },
  off: { tone: 'neutral', icon: 'minus' },
}

/** Who is at their desk, what they do, and since when. */
export function Team({ team, now }: { team: readonly OnDuty[]; now: number }) {
  return (
    <section className={css.card} aria-labelledby="board-team">
      <h2 id="board-team">
        {t('desk.board.team')} <span className={css.number}>{team.length}</span>
      </h2>
      {team.length === 0 && <p className={css.quiet}>{t('desk.board.nobodyThere')}</p>}
      <ul className={css.rows}>
        {team.map(({ id, name, state, since, until }) => (
          <li key={id} className={css.row}>
            <span className={css.name}>{name}</span>
            <StatusChip {...LOOKS[state]}>{t(`desk.board.state.${state}`)}</StatusChip>
            <span className={css.since}>
              {until
                ? t('desk.board.until', { time: timeWords(until, now) })
                : t('desk.board.since', {
                    time: timeWords(since, now),
                    length: durationMinutes(minutesSince(since, now)),
                  })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
