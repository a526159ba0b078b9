import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import type { DeskAction } from '@cuida/core/consultation/status/desk-action.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Thread } from '@cuida/ui/Thread/Thread.tsx'
import { startWithCapital } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { timeWords } from '../../kit/times.ts'
import { Documents } from '../documents/Documents.tsx'
import { knotOf } from '../standing.ts'
import css from './About.module.css'

/** Why they come, in their own words, and what happened so far. */
export function About({ consultation }: { consultation: DeskConsultation }) {
  const { summary, answers, actions, closedFor } = consultation
  return (
    <div className={css.about}>
      <Section title={t('desk.about.summary')}>
        {summary ? <p className={css.summary}>{summary}</p> : <p className={css.none}>{t('desk.about.noSummary')}</p>}
      </Section>
      <Section title={t('desk.about.answers')}>
        {answers.length === 0 && <p className={css.none}>{t('desk.about.noAnswers')}</p>}
        <dl className={css.answers}>
          {answers.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Documents consultation={consultation} />
      <Section title={t('desk.about.history')}>
        <Thread
          label={t('desk.about.history')}
          knots={actions.map((action) => ({
            label: t(`desk.action.${action.type}`),
            state: knotOf(action),
            detail: detailOf(action, closedFor),
            time: timeWords(action.createdAt),
          }))}
        />
      </Section>
    </div>
  )
}

/** How it was closed, and why a try came to nothing. */
function detailOf({ type, failedFor }: DeskAction, closedFor: DeskConsultation['closedFor']): string | undefined {
  // That nobody answered is what the action itself says.
  if (failedFor && failedFor !== 'NO_ANSWER') return startWithCapital(t(`desk.failed.${failedFor}`))
  return closedFor && type === 'CLOSED' ? t(`desk.ended.${closedFor}`) : undefined
}
