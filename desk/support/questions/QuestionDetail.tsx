import type { DeskQuestion } from '@cuida/core/support/questions/desk-question-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { DetailHeader } from '../../kit/place/Detail.tsx'
import { fullWords } from '../../kit/times.ts'
import { AnswerForm, draftOf } from './AnswerForm.tsx'
import { Clock } from './Clock.tsx'
import css from './Questions.module.css'
import { useQuestion } from './queries.ts'
import { TopicDialog } from './TopicDialog.tsx'

/** One question: what is asked, how long there is, and the answer, or what else to do with it. */
export function QuestionDetail({ id }: { id: string }) {
  const gone = <EmptyState title={t('desk.questions.gone')}>{t('desk.questions.goneText')}</EmptyState>
  return (
    <Loaded of={useQuestion(id)} lines={8} gone={gone}>
      {(question) => <Known question={question} />}
    </Loaded>
  )
}

function Known({ question }: { question: DeskQuestion }) {
  const { patient, askedBy, topic, text, askedAt, dueAt, answer, mayAnswer } = question
  const [routing, setRouting] = useState(false)
  return (
    <article className={css.one}>
      <DetailHeader
        title={`${patient.firstName} ${patient.lastName}`}
        lead={
          <>
            <p>
              {t('desk.patient.age', { age: patient.age })} · {t(`support.topic.${topic}`)} · {fullWords(askedAt)}
            </p>
            {askedBy && <p>{t('desk.questions.askedBy', { name: `${askedBy.firstName} ${askedBy.lastName}` })}</p>}
          </>
        }
      />
      {!answer && <Clock dueAt={dueAt} />}
      <blockquote className={css.text}>{text}</blockquote>
      {answer ? (
        <Answered question={question} answer={answer} />
      ) : mayAnswer ? (
        <AnswerForm question={question} />
      ) : (
        <Alert tone="info" title={t('desk.questions.notYours')}>
          {t('desk.questions.notYoursText')}
        </Alert>
      )}
      {!answer && (
        <Button fit variant="quiet" onClick={() => setRouting(true)}>
          {t('desk.questions.route')}
        </Button>
      )}
      {routing && <TopicDialog question={question} onClose={() => setRouting(false)} />}
    </article>
  )
}

/** What the patient reads; and what somebody else wrote here who came second. */
function Answered({
  question: { id },
  answer,
}: {
  question: DeskQuestion
  answer: NonNullable<DeskQuestion['answer']>
}) {
  const mine = draftOf(id)
  return (
    <>
      <section className={css.answer} aria-labelledby="answer-title">
        <h3 id="answer-title">{t('desk.questions.answerBy', { who: answer.by })}</h3>
        <p className={css.words}>{answer.text}</p>
        <p className={css.lead}>{fullWords(answer.at)}</p>
      </section>
      {mine && (
        <Alert tone="warning" title={t('desk.questions.second')}>
          <p className={css.words}>{mine}</p>
        </Alert>
      )}
    </>
  )
}
