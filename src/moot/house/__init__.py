"""Where the parts are joined, once for every door; and how a study is asked with them."""

from moot.house.house import House as House
from moot.request import Ask as Ask
from moot.sessions.conversation.threads import Thread as Thread
