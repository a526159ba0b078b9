import type { Question } from '@cuida/core/support/questions/question.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { longDay, longMoment } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { Whose } from '../../profile/account/Identity.tsx'
import { AskForm } from './AskForm.tsx'
import { dueWords } from './due-words.ts'
import css from './Questions.module.css'
import { useQuestions } from './question-queries.ts'

const LOOK = {
  waiting: { tone: 'neutral', icon: 'clock' },
  late: { tone: 'warning', icon: 'clock' },
  answered: { tone: 'success', icon: 'check' },
} as const

/** B2.14: ask, hear by when, and read the answers. */
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
          {t('support.ask.sentText', { when: dueWords(sent.dueAt, timeZone) })}
        </Alert>
      )}
      <Section title={t('support.mine')}>
        <MyQuestions />
      </Section>
    </Screen>
  )
}

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
