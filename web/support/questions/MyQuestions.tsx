import type { Question } from '@cuida/core/support/questions/question.ts'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { longDay, longMoment } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { Whose } from '../../profile/account/Identity.tsx'
import { dueWords } from './due-words.ts'
import css from './Questions.module.css'
import { useQuestions } from './question-queries.ts'

/** What was asked, the newest first, with its answer or when to expect one. */
export function MyQuestions() {
  const questions = useQuestions()
  return (
    <Loaded of={questions} lines={4} empty={<p className={css.none}>{t('support.mine.none')}</p>} aging>
      {({ items }) => (
        <ul className={css.questions} aria-live="polite">
          {items.map((question) => (
            <One key={question.id} question={question} now={questions.dataUpdatedAt} />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

const LOOK = {
  waiting: { tone: 'neutral', icon: 'clock' },
  late: { tone: 'warning', icon: 'clock' },
  answered: { tone: 'success', icon: 'check' },
} as const

function One({ question: { topic, patient, text, askedAt, dueAt, answer }, now }: { question: Question; now: number }) {
  const { timeZone } = usePartner()
  const isLate = dueAt !== null && new Date(dueAt).getTime() < now
  const state = answer ? 'answered' : isLate ? 'late' : 'waiting'
  return (
    <li className={css.question}>
      <StatusChip {...LOOK[state]}>{t(`support.mine.${state}`)}</StatusChip>
      <Whose patient={patient} />
      <p className={css.words}>{text}</p>
      <p className={css.by}>
        {t('support.mine.when', { topic: t(`support.topic.${topic}`), when: longDay(askedAt, timeZone) })}
      </p>
      {dueAt && <p>{t(`support.mine.${state}Text`, { when: dueWords(dueAt, timeZone) })}</p>}
      {answer && (
        <div className={css.answer}>
          <p className={css.words}>{answer.text}</p>
          <p className={css.by}>
            {t('support.mine.answeredBy', { who: answer.by, when: longMoment(answer.at, timeZone) })}
          </p>
        </div>
      )}
    </li>
  )
}
