import { Faq, type FaqTopic } from '@cuida/core/catalogue/faq.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { t, useLocale } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import * as v from 'valibot'
import { Prose } from '../../kit/frame/Prose.tsx'
import { content, readContent } from '../content.ts'
import css from './Faqs.module.css'

/** The clinic's FAQs: all of them, or those of one topic. */
export function Faqs({ topic }: { topic?: FaqTopic }) {
  return (
    <Section title={t('support.faqs')}>
      <QueryBoundary query={useFaqs()} lines={4} errorTitle={() => t('support.faqsFailed')}>
        {(faqs) => (
          <div className={css.faqs}>
            {faqs
              .filter((faq) => !topic || faq.topic === topic)
              .map(({ id, question, answer }) => (
                <details key={id}>
                  <summary>{question}</summary>
                  <div className={css.answer}>
                    <Prose markdown={answer} />
                  </div>
                </details>
              ))}
          </div>
        )}
      </QueryBoundary>
    </Section>
  )
}

/** The clinic's FAQs, in its order. */
export const useFaqs = () =>
  useCombinedQuery(
    content('faqs'),
    useLocale(),
    ({ signal }) => {
      const query = 'pagination[page]=1&pagination[pageSize]=100&sort=order:asc'
      return readContent('faqs', query, v.array(Faq), signal)
    },
    { staleTime: 60_000 },
  )
