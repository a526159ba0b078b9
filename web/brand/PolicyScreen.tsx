import { PolicyDocument, type PolicySlug } from '@cuida/core/brand/consent/policy.ts'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { formatDate } from '@cuida/ui/i18n/format.ts'
import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import * as v from 'valibot'
import { Prose } from '../kit/frame/Prose.tsx'
import { fromApi } from '../platform/platform.ts'
import css from './PolicyScreen.module.css'

export const TermsScreen = () => (
  <PolicyScreen slug="terms-and-conditions" title={t('brand.policy.terms')} error="screens.termsAndConditions.error" />
)
export const PrivacyScreen = () => (
  <PolicyScreen slug="privacy-policy" title={t('brand.policy.privacy')} error="screens.privacyPolicy.error" />
)
export const SubscriptionTermsScreen = () => (
  <PolicyScreen
    slug="subscription-terms-and-conditions"
    title={t('brand.policy.subscription')}
    error="screens.subscriptionTermsAndConditions.error"
  />
)

export const CancellationPolicyScreen = () => (
  <PolicyScreen
    slug="cancellation-policy"
    title={t('brand.policy.cancellation')}
    error="screens.cancellationPolicy.error"
  />
)

/** A document of sections (A2.49): a spinner, then the document or an error with a retry. */
export function PolicyScreen({ slug, title, error }: { slug: PolicySlug; title: string; error: string }) {
  return (
    <Screen title={title}>
      <QueryBoundary query={usePolicy(slug)} loading={<Waiting />} errorTitle={() => t(error)}>
        {(data) => (
          <article className={css.document}>
            <p className={css.updated}>{t('brand.policy.updated', { date: formatDate(data.updatedOn) })}</p>
            <details className={css.contents}>
              <summary>{t('brand.policy.contents')}</summary>
              <ol>
                {data.section.map((section) => (
                  <li key={section.id}>
                    <a href={`#section-${section.id}`}>{section.title}</a>
                  </li>
                ))}
              </ol>
            </details>
            {data.section.map((section) => (
              <section key={section.id} id={`section-${section.id}`}>
                <h2>{section.title}</h2>
                <Prose markdown={section.content} />
              </section>
            ))}
          </article>
        )}
      </QueryBoundary>
    </Screen>
  )
}

const Waiting = () => (
  <p aria-busy="true">
    <Spinner />
  </p>
)

const DOCUMENTS = { method: 'GET', path: '/api/policy-documents' }
const Answer = v.object({ data: v.array(v.object({ attributes: PolicyDocument })) })

/** A7.6: the document with this slug, or an error when there is none. */
export function usePolicy(slug: PolicySlug) {
  const locale = currentLocale()
  const fetchDocument = async () => {
    const filter = `filters[urlSlug][$eq]=${slug}&populate=*`
    const reply = await fetch(fromApi(`/api/policy-documents?${filter}&locale=${locale}&localeFallback=en`))
    const document = v.parse(Answer, await reply.json()).data[0]
    if (!document) throw new Error(`the content has no document ${slug}`)
    return document.attributes
  }
  return useCombinedQuery(DOCUMENTS, { slug, locale }, fetchDocument, { staleTime: 300_000 })
}
