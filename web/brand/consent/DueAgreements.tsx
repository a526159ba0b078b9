import { agreeToDocument, type DueAgreement } from '@cuida/core/brand/consent/consent-api.ts'
import type { PolicySlug } from '@cuida/core/brand/consent/policy.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { fullDate } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { useAgree, useAgreements } from './queries.ts'

const READ_AT: Partial<Record<PolicySlug, string>> = {
  'terms-and-conditions': pathOf('termsAndConditions'),
  'privacy-policy': pathOf('privacyPolicy'),
}

/** What changed since it was agreed to. `next`: where somebody was going who has just signed in; nobody is kept from it. */
export function DueAgreements({ next }: { next: string | null }) {
  const { data } = useAgreements()
  const [wasDue, setWasDue] = useState(false)
  const onward = next && /^\/(?!\/)/.test(next) ? next : undefined
  const due = data?.due ?? []
  useEffect(() => {
    if (due.length > 0) setWasDue(true)
    else if (wasDue && onward) goTo(onward, { replace: true })
  }, [due.length, wasDue, onward])
  return (
    <>
      {due.map((document) => (
        <Due key={document.textId} document={document} />
      ))}
      {due.length > 0 && onward && (
        <Button variant="quiet" onClick={() => goTo(onward, { replace: true })}>
          {t('brand.agreements.due.later')}
        </Button>
      )}
    </>
  )
}

function Due({ document }: { document: DueAgreement }) {
  const { slug, title, updatedOn } = document
  const agree = useAgree()
  const hasChanged = refusedWith(agreeToDocument, agree.error, 'TEXT_CHANGED')
  const read = READ_AT[slug]
  return (
    <Section title={t('brand.agreements.due.title', { title })}>
      <p>{t('brand.agreements.due.text', { date: fullDate(updatedOn) })}</p>
      {read && <LinkButton href={read}>{t('brand.agreements.due.read')}</LinkButton>}
      {hasChanged && <Alert tone="warning" title={t('brand.agreements.changed')} />}
      <FailureAlert failure={hasChanged ? null : agree.error} />
      <Button variant="primary" busy={agree.isPending} onClick={() => agree.mutate(document)}>
        {t('brand.agreements.due.agree')}
      </Button>
    </Section>
  )
}
