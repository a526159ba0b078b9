import { mailtoOf } from '@cuida/core/kit/email-address.ts'

/** A mailto link with subject and body (RFC 6068 wants %20, not +). */
export function supportMail(email: string, subject: string, body = ''): string {
  return `${mailtoOf(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}

/** WhatsApp's click-to-chat takes digits only. */
export function whatsappLink(number: string, text: string): string {
  return `https://wa.me/${number.replaceAll(/\D/g, '')}?text=${encodeURIComponent(text)}`
}
