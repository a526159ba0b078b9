import { type HealthLinkPayload, readHealthLink } from '@cuida/core/fhir/health-link.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card, Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { formatDate, formatLongMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { platform } from '../../platform/platform.ts'
import css from './HealthLink.module.css'
import { type LinkProblem, openHealthLink, type ReadSummary } from './open-link.ts'

/** A link of this clinic; others would send what is typed here to a stranger. */
function ownLink(): HealthLinkPayload | undefined {
  const link = readHealthLink(location.hash)
  return link && URL.canParse(link.url) && new URL(link.url).origin === platform().origin ? link : undefined
}

/** What a patient's SMART Health Link opens, for a doctor anywhere, without an account. The link is in the fragment. */
export function HealthSummaryScreen() {
  const [link] = useState(ownLink)
  const [summary, setSummary] = useState<ReadSummary>()
  const [isGone, setGone] = useState(!link)
  const arrival = isGone ? 'gone' : summary && 'open'
  return (
    <Screen title={t('care.healthSummary.title')} onBack={false} arrival={arrival}>
      {isGone && <EmptyState title={t('care.healthSummary.gone')}>{t('care.healthSummary.goneText')}</EmptyState>}
      {!isGone && link && !summary && <Enter link={link} onOpen={setSummary} onGone={() => setGone(true)} />}
      {summary && <Summary summary={summary} />}
    </Screen>
  )
}

interface EnterProps {
  link: HealthLinkPayload
  onOpen: (summary: ReadSummary) => void
  onGone: () => void
}

function Enter({ link, onOpen, onGone }: EnterProps) {
  const asksPasscode = link.flag?.includes('P') === true
  const [problem, setProblem] = useState<LinkProblem>()
  const form = useForm({
    initial: { recipient: '', passcode: '' },
    check: ({ recipient, passcode }) => ({
      recipient: recipient.trim() ? undefined : 'REQUIRED',
      passcode: asksPasscode && !passcode.trim() ? 'REQUIRED' : undefined,
    }),
    submit: async ({ recipient, passcode }) => {
      setProblem(undefined)
      const opened = await openHealthLink(link, { recipient: recipient.trim(), passcode: passcode.trim() })
      if (!('code' in opened)) onOpen(opened)
      else if (opened.code === 'GONE' || opened.remaining === 0) onGone()
      else setProblem(opened)
    },
    message: (field, code) => t(`care.healthSummary.${field}.${code}`),
  })
  return (
    <form {...form.props}>
      <Stack>
        {link.label && <p>{t('care.healthSummary.label', { label: link.label })}</p>}
        <p>{t('care.healthSummary.lead')}</p>
        <TextInput
          label={t('care.healthSummary.recipient')}
          hint={t('care.healthSummary.recipientHint')}
          maxLength={80}
          autoComplete="name"
          {...form.field('recipient')}
        />
        {asksPasscode && (
          <TextInput
            label={t('care.healthSummary.passcode')}
            maxLength={40}
            autoComplete="off"
            {...form.field('passcode')}
          />
        )}
        {problem?.code === 'WRONG_PASSCODE' && (
          <Alert tone="danger" title={t('care.healthSummary.wrong')}>
            {t('care.healthSummary.remaining', { count: problem.remaining })}
          </Alert>
        )}
        <FailureAlert failure={form.failure} />
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('care.healthSummary.open')}
        </Button>
      </Stack>
    </form>
  )
}

function Summary({ summary: { name, dateOfBirth, writtenAt, sections } }: { summary: ReadSummary }) {
  const { timeZone } = usePartner()
  return (
    <Stack>
      <Card>
        <p>
          <strong>{name}</strong>
        </p>
        {dateOfBirth && <p>{t('care.healthSummary.born', { day: formatDate(dateOfBirth) })}</p>}
        {writtenAt && (
          <p className={css.hint}>{t('care.healthSummary.asOf', { when: formatLongMoment(writtenAt, timeZone) })}</p>
        )}
      </Card>
      {sections.map(({ title, lines }) => (
        <Section key={title} title={title}>
          <ul className={css.lines}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Section>
      ))}
      <p className={css.hint}>{t('care.healthSummary.source')}</p>
    </Stack>
  )
}
