import { lengthProblem } from '@cuida/core/kit/text-length.ts'
import { type Question, QuestionTopic, SHORTEST_QUESTION } from '@cuida/core/support/questions/question.ts'
import { askQuestion } from '@cuida/core/support/questions/question-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed, refusedWith } from '@cuida/ui/client/call-failed.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { longMoment } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { type FamilyMember, useFamilyMembers } from '../../kit/family.ts'
import { WhoField } from '../../profile/family/WhoField.tsx'
import css from './Questions.module.css'
import { isAskedWho, useAsk, wishOf } from './question-queries.ts'

interface Draft {
  who: string
  topic: QuestionTopic | ''
  text: string
}

interface AskFormProps {
  onSent: (question: Question) => void
}

/** Waits until the family is known: sent before that, a question about a child would be filed as the holder's own. */
export function AskForm({ onSent }: AskFormProps) {
  const family = useFamilyMembers()
  return family.length === 0 ? <Skeleton lines={6} /> : <Form family={family} onSent={onSent} />
}

/** Whom it is about, topic and question; what is written stays where it is until it is sent. */
function Form({ family, onSent }: AskFormProps & { family: readonly FamilyMember[] }) {
  const ask = useAsk()
  const partner = usePartner()
  const hasChoice = isAskedWho(partner, family)
  const most = partner.maximumLengthAllowed
  const { field, props, summary, failure, busy } = useForm<Draft>({
    initial: { who: '', topic: '', text: '' },
    check: ({ who, topic, text }) => ({
      who: !hasChoice || family.some(({ id }) => id === who) ? undefined : 'REQUIRED',
      topic: topic ? undefined : 'REQUIRED',
      text: lengthProblem(text, SHORTEST_QUESTION, most),
    }),
    submit: async ({ who, topic, text }) => {
      if (topic) onSent(await ask.mutateAsync(wishOf({ who, topic, text }, hasChoice)))
    },
    words: (name, code) => t(`support.ask.${name}.${code}`, { most }),
  })
  return (
    <form className={css.form} {...props}>
      <ErrorSummary {...summary} />
      {hasChoice && <WhoField label={t('support.ask.who')} people={family} {...field('who')} />}
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
  const when = longMoment(serverNow() + (failure.retryAfter ?? 0) * 1_000, timeZone)
  return (
    <Alert tone="danger" title={t('support.ask.tooMany')}>
      {t('support.ask.tooManyText', { when })}
    </Alert>
  )
}
