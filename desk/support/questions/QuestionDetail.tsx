import type { DeskQuestion } from '@cuida/core/support/questions/desk-question-api.ts'
import { MAX_ANSWER_LENGTH, MIN_ANSWER_LENGTH, QuestionTopic } from '@cuida/core/support/questions/question.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { formatWhenLong } from '../../kit/clinic-time.ts'
import { createDrafts } from '../../kit/drafts.ts'
import { Failure } from '../../kit/Failure.tsx'
import { DetailHeader } from '../../kit/page/Detail.tsx'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { Clock } from './Clock.tsx'
import css from './Questions.module.css'
import { useAnswer, useMoveQuestion, useQuestion } from './queries.ts'

/** A patient's question, its deadline, and the answer form or other actions. */
export function QuestionDetail({ id }: { id: string }) {
  const notFound = <EmptyState title={t('desk.questions.gone')}>{t('desk.questions.goneText')}</EmptyState>
  return (
    <QueryBoundary query={useQuestion(id)} lines={8} notFound={notFound}>
      {(question) => <Known question={question} />}
    </QueryBoundary>
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
              {t('desk.patient.age', { age: patient.age })} · {t(`support.topic.${topic}`)} · {formatWhenLong(askedAt)}
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

/** The answer that the patient reads, and this user's own draft when a colleague answered first. */
function Answered({
  question: { id },
  answer,
}: {
  question: DeskQuestion
  answer: NonNullable<DeskQuestion['answer']>
}) {
  const ownDraft = draftOf(id)
  return (
    <>
      <section className={css.answer} aria-labelledby="answer-title">
        <h3 id="answer-title">{t('desk.questions.answerBy', { who: answer.by })}</h3>
        <p className={css.text}>{answer.text}</p>
        <p className={css.lead}>{formatWhenLong(answer.at)}</p>
      </section>
      {ownDraft && (
        <Alert tone="warning" title={t('desk.questions.second')}>
          <p className={css.text}>{ownDraft}</p>
        </Alert>
      )}
    </>
  )
}

const drafts = createDrafts<string>()
const draftOf = (id: string): string => drafts.get(id) ?? ''

/** An answer cannot be edited: the patient reads it as it is sent. */
function AnswerForm({ question: { id, patient, askedBy } }: { question: DeskQuestion }) {
  const answer = useAnswer(id)
  const go = useLocation()[1]
  const { field, props, failure, busy } = useForm({
    initial: { text: draftOf(id) },
    check: ({ text }) => ({ text: textProblem(text) }),
    submit: async ({ text }) => {
      await answer.mutateAsync(text.trim())
      drafts.delete(id)
      showToast(t('desk.questions.sent', { name: (askedBy ?? patient).firstName }))
      go('/questions')
    },
    message: (_, code) => t(`desk.questions.answer.${code}`),
  })
  const { onChange, ...text } = field('text')
  return (
    <form className={css.form} {...props}>
      <TextArea
        label={t('desk.questions.answer')}
        hint={t('desk.questions.answerHint')}
        most={MAX_ANSWER_LENGTH}
        rows={6}
        {...text}
        onChange={(written) => {
          drafts.set(id, written)
          onChange(written)
        }}
      />
      <Failure failure={failure} />
      <Button type="submit" variant="primary" fit busy={busy}>
        {t('desk.questions.send')}
      </Button>
    </form>
  )
}

function textProblem(text: string): 'TOO_SHORT' | 'TOO_LONG' | undefined {
  const length = text.trim().length
  if (length < MIN_ANSWER_LENGTH) return 'TOO_SHORT'
  return length > MAX_ANSWER_LENGTH ? 'TOO_LONG' : undefined
}

/** Moves a question to the topic of colleagues who know more about it. */
function TopicDialog({ question: { id, topic: now }, onClose }: { question: DeskQuestion; onClose: () => void }) {
  const sendOn = useMoveQuestion(id)
  const form = useDialogForm<{ topic: QuestionTopic | '' }>({
    initial: { topic: '' },
    check: ({ topic }) => ({ topic: topic ? undefined : 'REQUIRED' }),
    submit: async ({ topic }) => topic && sendOn.mutateAsync(topic),
    message: () => t('desk.questions.topic.REQUIRED'),
    done: (_, { topic }) => t('desk.questions.routed', { topic: t(`support.topic.${topic}`) }),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.questions.route')}
      lead={t('desk.questions.routeText')}
      act={t('desk.questions.routeConfirm')}
    >
      <RadioGroup
        label={t('desk.questions.topic')}
        options={QuestionTopic.options
          .filter((topic) => topic !== now)
          .map((value) => ({ value, label: t(`support.topic.${value}`) }))}
        {...form.field('topic')}
      />
    </FormDialog>
  )
}
