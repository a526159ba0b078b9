import { lengthProblem } from '@cuida/core/kit/text-length.ts'
import { MIN_QUESTION_LENGTH, type Question, QuestionTopic } from '@cuida/core/support/questions/question.ts'
import { askQuestion } from '@cuida/core/support/questions/question-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CallFailed, refusedWith } from '@cuida/ui/client/call-failed.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { formatLongDay, formatLongMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { useState } from 'react'
import { useMarkRead } from '../../care/home/patient-task-queries.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { type FamilyMember, useFamilyMembers } from '../../kit/family.ts'
import { PatientTag } from '../../profile/account/Identity.tsx'
import { FamilyMemberField } from '../../profile/family/FamilyMemberField.tsx'
import { formatDue } from './format-due.ts'
import css from './Questions.module.css'
import { asksForPatient, questionInput, useAsk, useQuestions } from './question-queries.ts'

const LOOK = {
  waiting: { tone: 'neutral', icon: 'clock' },
  late: { tone: 'warning', icon: 'clock' },
  answered: { tone: 'success', icon: 'check' },
} as const

/** B2.14: asks a question, shows when an answer is due, and lists answers. */
export function QuestionsInboxScreen() {
  const { emergencyPhoneNumber: number, timeZone } = usePartner()
  const [sent, setSent] = useState<Question>()
  const { data } = useQuestions()
  const isAnswered = data?.items.some(({ id, answer }) => id === sent?.id && answer)
  return (
    <Screen title={t('support.ask.title')} lead={t('support.ask.lead')}>
      <Alert
        tone="warning"
        title={t('support.ask.urgent')}
        action={
          <LinkButton href={`tel:${number}`} icon="phone" fit>
            {t('support.urgentCall', { number })}
          </LinkButton>
        }
      >
        {t('support.ask.urgentText')}
      </Alert>
      <AskForm key={sent?.id ?? ''} onSent={setSent} />
      {sent?.dueAt && !isAnswered && (
        <Alert tone="success" title={t('support.ask.sent')} onClose={() => setSent(undefined)}>
          {t('support.ask.sentText', { when: formatDue(sent.dueAt, timeZone) })}
        </Alert>
      )}
      <Section title={t('support.mine')}>
        <MyQuestions />
      </Section>
    </Screen>
  )
}

/** The patient's questions, the newest first, with the answer or its due time. */
export function MyQuestions() {
  const questions = useQuestions()
  return (
    <QueryBoundary query={questions} lines={4} empty={<p className={css.none}>{t('support.mine.none')}</p>} keepsStale>
      {({ items }) => (
        <ul className={css.questions} aria-live="polite">
          {items.map((question) => (
            <One key={question.id} question={question} now={questions.dataUpdatedAt} />
          ))}
        </ul>
      )}
    </QueryBoundary>
  )
}

function One({
  question: { id, topic, patient, text, askedAt, dueAt, answer },
  now,
}: {
  question: Question
  now: number
}) {
  const { timeZone } = usePartner()
  useMarkRead(id, answer !== null)
  const isLate = dueAt !== null && new Date(dueAt).getTime() < now
  const state = answer ? 'answered' : isLate ? 'late' : 'waiting'
  return (
    <li className={css.question}>
      <StatusChip {...LOOK[state]}>{t(`support.mine.${state}`)}</StatusChip>
      <PatientTag patient={patient} />
      <p className={css.text}>{text}</p>
      <p className={css.by}>
        {t('support.mine.when', { topic: t(`support.topic.${topic}`), when: formatLongDay(askedAt, timeZone) })}
      </p>
      {dueAt && <p>{t(`support.mine.${state}Text`, { when: formatDue(dueAt, timeZone) })}</p>}
      {answer && (
        <div className={css.answer}>
          <p className={css.text}>{answer.text}</p>
          <p className={css.by}>
            {t('support.mine.answeredBy', { who: answer.by, when: formatLongMoment(answer.at, timeZone) })}
          </p>
        </div>
      )}
    </li>
  )
}

interface Draft {
  who: string
  topic: QuestionTopic | ''
  text: string
}

interface AskFormProps {
  onSent: (question: Question) => void
}

/** Waits for the family: sent earlier, a question about a child would be filed as the account holder's own. */
export function AskForm({ onSent }: AskFormProps) {
  const family = useFamilyMembers()
  return family.length === 0 ? <Skeleton lines={6} /> : <Form family={family} onSent={onSent} />
}

/** Patient, topic and question; the text stays until it is sent. */
function Form({ family, onSent }: AskFormProps & { family: readonly FamilyMember[] }) {
  const askQuestion = useAsk()
  const partner = usePartner()
  const hasChoice = asksForPatient(partner, family)
  const most = partner.maximumLengthAllowed
  const { field, props, summary, failure, busy } = useForm<Draft>({
    initial: { who: '', topic: '', text: '' },
    check: ({ who, topic, text }) => ({
      who: !hasChoice || family.some(({ id }) => id === who) ? undefined : 'REQUIRED',
      topic: topic ? undefined : 'REQUIRED',
      text: lengthProblem(text, MIN_QUESTION_LENGTH, most),
    }),
    submit: async ({ who, topic, text }) => {
      if (topic) onSent(await askQuestion.mutateAsync(questionInput({ who, topic, text }, hasChoice)))
    },
    message: (name, code) => t(`support.ask.${name}.${code}`, { most }),
  })
  return (
    <form className={css.form} {...props}>
      <ErrorSummary {...summary} />
      {hasChoice && <FamilyMemberField label={t('support.ask.who')} people={family} {...field('who')} />}
      <RadioGroup
        label={t('support.ask.topic')}
        options={QuestionTopic.options.map((value) => ({
          value,
          label: t(`support.topic.${value}`),
          detail: t(`support.topicText.${value}`),
        }))}
        {...field('topic')}
      />
      <TextArea label={t('support.ask.text')} hint={t('support.ask.textHint')} most={most} {...field('text')} />
      <Refused failure={failure} />
      <Button type="submit" variant="primary" busy={busy}>
        {t('support.ask.send')}
      </Button>
    </form>
  )
}

function Refused({ failure }: { failure: unknown }) {
  const { timeZone } = usePartner()
  if (refusedWith(askQuestion, failure, 'PATIENT_NOT_FOUND'))
    return (
      <Alert tone="danger" title={t('support.ask.gone')}>
        {t('support.ask.goneText')}
      </Alert>
    )
  if (!(failure instanceof CallFailed) || failure.code !== 'RATE_LIMITED') return <FailureAlert failure={failure} />
  const when = formatLongMoment(serverNow() + (failure.retryAfter ?? 0) * 1_000, timeZone)
  return (
    <Alert tone="danger" title={t('support.ask.tooMany')}>
      {t('support.ask.tooManyText', { when })}
    </Alert>
  )
}
