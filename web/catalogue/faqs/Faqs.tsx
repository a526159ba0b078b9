import type { FaqTopic } from '@cuida/core/catalogue/faq.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { Prose } from '../../kit/frame/Prose.tsx'
import css from './Faqs.module.css'
import { useFaqs } from './faq-queries.ts'

/** The questions that the clinic answers in writing: all of them, or those of one topic. */
export function Faqs({ topic }: { topic?: FaqTopic }) {
  return (
    <Section title={t('support.faqs')}>
      <Loaded of={useFaqs()} lines={4} failed={() => t('support.faqsFailed')}>
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
      </Loaded>
    </Section>
  )
}
