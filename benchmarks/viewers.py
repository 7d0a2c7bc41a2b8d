"""B6"""
async def thousand_viewers(): return {}
