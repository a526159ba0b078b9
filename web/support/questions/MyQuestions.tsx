import type { Question } from '@cuida/core/support/questions/question.ts'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
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
  const { data, isPending, isError, error, isFetching, dataUpdatedAt, refetch } = useQuestions()
  if (isPending) return <Skeleton lines={4} />
  return (
    <>
      {isError && (
        <ErrorState
          failure={error}
          dataFrom={data && dataUpdatedAt}
          busy={isFetching}
          onAction={() => void refetch()}
        />
      )}
      {data?.items.length === 0 && <p className={css.none}>{t('support.mine.none')}</p>}
      {data && data.items.length > 0 && (
        <ul className={css.questions} aria-live="polite">
          {data.items.map((question) => (
            <One key={question.id} question={question} now={dataUpdatedAt} />
          ))}
        </ul>
      )}
    </>
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
