import { CookieGroup, NECESSARY_COOKIES } from '@cuida/core/brand/consent/consent.ts'
import {
  type Agreement,
  agreeToDocument,
  type DueAgreement,
  getAgreedText,
  getAgreements,
} from '@cuida/core/brand/consent/consent-api.ts'
import type { PolicySlug } from '@cuida/core/brand/consent/policy.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { CheckboxGroup } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { DocumentDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { DEVICE_ZONE, formatDate, formatLongMoment, truncateName } from '@cuida/ui/i18n/format.ts'
import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { api } from '../../kit/api.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { Prose } from '../../kit/frame/Prose.tsx'
import { useMutation } from '../../kit/mutations.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { useQuery } from '../../kit/queries.ts'
import { useIsSignedIn } from '../../kit/session/signed-in.ts'
import { platform } from '../../platform/platform.ts'
import { pathOf } from '../../routes.ts'
import css from '../PolicyScreen.module.css'
import { PolicyScreen } from '../PolicyScreen.tsx'
import { analyticsVendorMessage } from './receiver.ts'
import { useChoice } from './use-choice.ts'

export const useAgreedText = (textId: string) =>
  useQuery(getAgreedText, { textId }, { staleTime: Number.POSITIVE_INFINITY })

/** A refusal refetches too: the document has a newer text. */
export const useAgree = () =>
  useMutation(({ slug, textId }: DueAgreement) => api(agreeToDocument, { slug, textId }), { stale: [getAgreements] })

/** Cookie settings for everyone, and a signed-in person's agreements with their exact texts. */
export function AgreementsScreen() {
  const query = new URLSearchParams(useSearch())
  const textId = query.get('text')
  const isSignedIn = useIsSignedIn()
  // The terms that booking agrees to have no path of their own in the specification.
  if (query.get('document') === 'terms-of-service')
    return (
      <PolicyScreen
        slug="terms-of-service"
        title={t('checkout.remote.text')}
        error="screens.termsAndConditions.error"
      />
    )
  if (textId && isSignedIn) return <AgreedTextScreen textId={textId} />
  return (
    <Screen
      title={t(isSignedIn ? 'brand.agreements.title' : 'brand.cookies.screen')}
      lead={isSignedIn ? t('brand.agreements.lead') : undefined}
    >
      <Stack>
        {isSignedIn && <DueAgreements next={query.get('next')} />}
        <Cookies />
        {isSignedIn && <Ledger />}
      </Stack>
    </Screen>
  )
}

function Cookies() {
  const { enableCookieConsent } = usePartner()
  if (!enableCookieConsent || platform().kind !== 'web') return null
  return (
    <Section title={t('brand.cookies.title')}>
      <CookieForm />
    </Section>
  )
}

function Ledger() {
  return (
    <QueryBoundary query={useAgreements()} lines={6}>
      {({ items }) => <Known items={items} />}
    </QueryBoundary>
  )
}

function Known({ items }: { items: readonly Agreement[] }) {
  return (
    <>
      <Section title={t('brand.agreements.list')}>
        {items.length === 0 && <p>{t('brand.agreements.none')}</p>}
        {items.length > 0 && (
          <List label={t('brand.agreements.list')}>
            {items.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </List>
        )}
      </Section>
      <Section title={t('brand.agreements.withdraw')}>
        <p>{t('brand.agreements.withdraw.account')}</p>
        <LinkButton href={pathOf('notifications')}>{t('brand.agreements.withdraw.whatsapp')}</LinkButton>
      </Section>
    </>
  )
}

function Row({ item }: { item: Agreement }) {
  const { kind, title, textId, at, isGiven, isOwn, firstName } = item
  const when = t(isGiven ? 'brand.agreements.given' : 'brand.agreements.withdrawn', {
    date: formatLongMoment(at, DEVICE_ZONE),
  })
  const forWhom = isOwn ? [] : [t('brand.agreements.for', { name: truncateName(firstName) })]
  const detail = [t(`brand.agreements.kind.${kind}`), when, ...forWhom, ...(textId ? [] : [t('brand.agreements.lost')])]
  return (
    <ListRow
      icon={item.stands ? 'check' : 'file'}
      title={title ?? t(`brand.agreements.kind.${kind}`)}
      detail={detail.join(' · ')}
      href={textId ? `${pathOf('agreements')}?text=${textId}` : undefined}
    />
  )
}

/** A text as it was when the person agreed to it. */
function AgreedTextScreen({ textId }: { textId: string }) {
  const text = useAgreedText(textId)
  const { data } = text
  return (
    <Screen title={data?.title ?? t('brand.agreements.text')} lead={data && t('brand.agreements.text')}>
      <QueryBoundary
        query={text}
        lines={8}
        notFound={<EmptyState drawing={<DocumentDrawing />} title={t('brand.agreements.missing')} />}
      >
        {({ section }) => (
          <article className={css.document}>
            {section.map(({ title, content }) => (
              <section key={title + content}>
                {title && <h2>{title}</h2>}
                <Prose markdown={content} />
              </section>
            ))}
          </article>
        )}
      </QueryBoundary>
    </Screen>
  )
}

/** Each group separately, all off by default; refusing is as easy as accepting. */
function CookieForm() {
  const { partnerName, analytics } = usePartner()
  const { choice, choose } = useChoice()
  const [groups, setGroups] = useState<CookieGroup[]>(choice?.groups ?? [])
  const [isSaved, setSaved] = useState(false)
  function saveChoice(selectedGroups: readonly CookieGroup[]): void {
    setGroups([...selectedGroups])
    choose(selectedGroups)
    setSaved(true)
  }
  return (
    <>
      <p>{t('brand.cookies.text', { partner: partnerName })}</p>
      <div>
        <strong>{t(`brand.cookies.${NECESSARY_COOKIES}`)}</strong>
        <p>{t(`brand.cookies.${NECESSARY_COOKIES}.detail`)}</p>
      </div>
      <CheckboxGroup
        label={t('brand.cookies.groups')}
        hint={analyticsVendorMessage(analytics)}
        value={groups}
        onChange={setGroups}
        options={CookieGroup.options.map((value) => ({
          value,
          label: t(`brand.cookies.${value}`),
          detail: t(`brand.cookies.${value}.detail`),
        }))}
      />
      {isSaved && <Alert tone="success" title={t('brand.cookies.saved')} leaves onClose={() => setSaved(false)} />}
      <Button onClick={() => saveChoice(groups)}>{t('brand.cookies.save')}</Button>
      <div className="cookies-ways">
        <Button onClick={() => saveChoice([])}>{t('brand.cookies.refuse')}</Button>
        <Button onClick={() => saveChoice(CookieGroup.options)}>{t('brand.cookies.accept')}</Button>
      </div>
    </>
  )
}

const READ_AT: Partial<Record<PolicySlug, string>> = {
  'terms-and-conditions': pathOf('termsAndConditions'),
  'privacy-policy': pathOf('privacyPolicy'),
}

/**
 * Documents that changed since the person agreed. `next`: the path after sign-in; agreeing is not required to go on.
 */
function DueAgreements({ next }: { next: string | null }) {
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
      <p>{t('brand.agreements.due.text', { date: formatDate(updatedOn) })}</p>
      {read && <LinkButton href={read}>{t('brand.agreements.due.read')}</LinkButton>}
      {hasChanged && <Alert tone="warning" title={t('brand.agreements.changed')} />}
      <FailureAlert failure={hasChanged ? null : agree.error} />
      <Button variant="primary" busy={agree.isPending} onClick={() => agree.mutate(document)}>
        {t('brand.agreements.due.agree')}
      </Button>
    </Section>
  )
}

/** Due documents are named in the reader's language. */
export function useAgreements() {
  const enabled = useIsSignedIn()
  return useQuery(getAgreements, {}, { per: currentLocale(), enabled, refetchOnMount: 'always' })
}
