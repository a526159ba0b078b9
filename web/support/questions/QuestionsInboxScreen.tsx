import type { Question } from '@cuida/core/support/questions/question.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { AskForm } from './AskForm.tsx'
import { dueWords } from './due-words.ts'
import { MyQuestions } from './MyQuestions.tsx'
import { useQuestions } from './question-queries.ts'

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
