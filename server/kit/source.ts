import type { FastifyRequest } from 'fastify'

/** Who asks, as far as the network says: an IPv6 customer has a whole /64. */
export function sourceOf({ ip }: FastifyRequest): string {
  return ip.includes('.') ? ip : expanded(ip).slice(0, 4).join(':')
}

/** The neighbourhood of a source: /24, or /48. */
export function networkOf({ ip }: FastifyRequest): string {
  return ip.includes('.') ? ip.slice(0, ip.lastIndexOf('.')) : expanded(ip).slice(0, 3).join(':')
}

function expanded(ip: string): string[] {
  const [head = [], tail = []] = ip.split('::').map((side) => side.split(':').filter(Boolean))
  return [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail]
}
